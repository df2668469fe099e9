import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { startConversation } from './conversation-requests.ts';

/** Opens the conversation with a store, about what the address names, and goes on to it. */
export function WriteToStore({ asked }: { asked: URLSearchParams }) {
  const [, go] = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const storeId = asked.get('store') ?? '';
  const productId = asked.get('product');
  const orderId = asked.get('order');
  useEffect(() => {
    let isStale = false;
    void turn;
    void startConversation({
      storeId,
      ...(productId !== null && { productId }),
      ...(orderId !== null && { orderId }),
    }).then((answer) => {
      if (isStale) return;
      if (answer.kind === 'said') go(`/conversation/${answer.data.id}`, { replace: true });
      else
        setProblem(
          answer.kind === 'refused' ? answer.sentence : 'There is no connection. Try again in a moment.',
        );
    });
    return () => {
      isStale = true;
    };
  }, [storeId, productId, orderId, turn, go]);
  return (
    <>
      <h1 className="text-3xl outline-none" tabIndex={-1}>
        Write to the store
      </h1>
      {problem === null ? (
        <div className="skeleton mt-6 h-40" aria-busy="true" />
      ) : (
        <>
          <LoadError
            onRetry={() => {
              setProblem(null);
              setTurn(turn + 1);
            }}
          >
            {problem}
          </LoadError>
          <p className="mt-4">
            <Link className="btn btn-quiet" href="/messages">
              Your messages
            </Link>
          </p>
        </>
      )}
    </>
  );
}
