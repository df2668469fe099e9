import { Link } from 'wouter';
import { paths } from '../../../../paths.ts';

/** Shown on seller pages to users without a store. */
export function NoStore({ title }: { title: string }) {
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        {title}
      </h1>
      <div className="empty mt-6">
        <h2 className="text-2xl">You have no store yet</h2>
        <p>Create one first. It is free, and it stays hidden until you open it.</p>
        <Link className="btn" href={`~${paths.storeSettings()}`}>
          Open a store
        </Link>
      </div>
    </>
  );
}
