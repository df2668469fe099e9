import { Link } from 'wouter';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';

/** Shown on seller pages to users without a store. */
export function NoStore({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
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
