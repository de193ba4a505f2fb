export default async function Page({ params }: { params: Promise<{ order: string }> }) {
  const { order } = await params;
  return <h1>Order {order}</h1>;
}
