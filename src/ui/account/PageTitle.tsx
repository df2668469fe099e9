import type { ReactNode, Ref } from 'react';

/**
 * The heading of a page of the account, which has the focus when the page is opened.
 * @param className its size and how it breaks, where it is not the usual. @param beside what stands in its line
 */
export function PageTitle({
  className = 'text-4xl',
  ref,
  beside,
  children,
}: {
  className?: string;
  ref?: Ref<HTMLHeadingElement>;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const title = (
    <h1 className={`${className} outline-none`} tabIndex={-1} ref={ref}>
      {children}
    </h1>
  );
  if (beside === undefined) return title;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-3">
      {title}
      {beside}
    </div>
  );
}
