import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { startConversation } from './conversation-requests.ts';

/** Opens the conversation with the store, product or order named in the URL, and navigates to it. */
export function WriteToStore({ query }: { query: URLSearchParams }) {
  const [, go] = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const storeId = query.get('store') ?? '';
  const productId = query.get('product');
  const orderId = query.get('order');
  useEffect(() => {
    let isStale = false;
    void attempt;
    void startConversation({
      storeId,
      ...(productId !== null && { productId }),
      ...(orderId !== null && { orderId }),
    }).then((answer) => {
      if (isStale) return;
      if (answer.kind === 'ok') go(`/conversation/${answer.data.id}`, { replace: true });
      else
        setProblem(answer.kind === 'refused' ? answer.sentence : 'You are offline. Try again in a moment.');
    });
    return () => {
      isStale = true;
    };
  }, [storeId, productId, orderId, attempt, go]);
  return (
    <>
      <PageTitle className="text-3xl">Write to the store</PageTitle>
      {problem === null ? (
        <div className="skeleton mt-6 h-40" aria-busy="true" />
      ) : (
        <>
          <LoadError
            onRetry={() => {
              setProblem(null);
              setAttempt(attempt + 1);
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
