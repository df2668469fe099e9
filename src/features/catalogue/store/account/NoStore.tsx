import { Link } from 'wouter';
import { paths } from '../../../../paths.ts';

/** What a seller's page says to who has no store. */
export function NoStore({ title }: { title: string }) {
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        {title}
      </h1>
      <div className="empty mt-6">
        <h2 className="text-2xl">You have no store yet</h2>
        <p>Open one first; it costs nothing, and nobody sees it until you open its doors.</p>
        <Link className="btn" href={`~${paths.storeSettings()}`}>
          Open a store
        </Link>
      </div>
    </>
  );
}
