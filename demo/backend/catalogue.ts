export interface Product {
  slug: string;
  name: string;
  price: number;
  picture: string;
  alt: string;
  text: string;
}

export const catalogue: readonly Product[] = [
  {
    slug: 'walking-boots',
    name: 'Walking boots',
    price: 148,
    picture: '/pictures/photo-boots.svg',
    alt: 'A leather boot in front of a mountain',
    text: 'Oiled leather, sewn twice, and resoled for as long as you like walking in them.',
  },
  {
    slug: 'wool-blanket',
    name: 'Wool blanket',
    price: 89,
    picture: '/pictures/photo-blanket.svg',
    alt: 'Four folded blankets on a table',
    text: 'Woven two valleys from here. Heavier than it looks, softer than it has to be.',
  },
  {
    slug: 'enamel-mug',
    name: 'Enamel mug',
    price: 12,
    picture: '/pictures/photo-mug.svg',
    alt: 'A blue mug with steam rising from it',
    text: 'Falls off rocks, sits on embers, keeps its temper. Holds a third of a litre.',
  },
  {
    slug: 'reading-lamp',
    name: 'Reading lamp',
    price: 124,
    picture: '/pictures/photo-lamp.svg',
    alt: 'A lit lamp beside a plant',
    text: 'Oiled oak and linen. Made to order by Amelia, who asks before she changes anything.',
  },
  {
    slug: 'reading-chair',
    name: 'Reading chair',
    price: 560,
    picture: '/pictures/photo-chair.svg',
    alt: 'A red armchair under a lamp',
    text: 'Deep enough for both feet. The cover comes off, and goes into the wash.',
  },
  {
    slug: 'tent',
    name: 'Two-person tent',
    price: 310,
    picture: '/pictures/photo-tent.svg',
    alt: 'A lit tent under the stars',
    text: 'Three kilos, four minutes to put up. The third person is a dog, or a rucksack.',
  },
];

export function findProduct(slug: string): Product | undefined {
  return catalogue.find((product) => product.slug === slug);
}
