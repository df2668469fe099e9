import type { ReactNode, Ref } from 'react';

/**
 * The heading of a page of the account, which gets the focus when the page is opened.
 * @param className its size and how it breaks, where they are not the usual ones
 */
export const PageTitle = ({
  className = 'text-4xl',
  ref,
  children,
}: {
  className?: string;
  ref?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) => (
  <h1 className={`${className} outline-none`} tabIndex={-1} ref={ref}>
    {children}
  </h1>
);
