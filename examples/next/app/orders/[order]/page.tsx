import { Suspense } from 'react';

async function Order({ params }: { params: Promise<{ order: string }> }) {
  const { order } = await params;
  return <h1>Order {order}</h1>;
}

export default function Page({ params }: { params: Promise<{ order: string }> }) {
  return (
    <Suspense>
      <Order params={params} />
    </Suspense>
  );
}
