import { actions } from 'astro:actions';
import { useEffect } from 'react';
import { FACET_OFFER } from '../../../../../domain/catalogue/facet-offer.ts';
import { PRODUCT_STATE_TEXTS } from '../../../../../domain/catalogue/product-editing.ts';
import { paths } from '../../../../../paths.ts';
import { useQuery } from '../../../../../ui/useQuery.ts';
import { FacetsSection } from './FacetsSection.tsx';
import { FilesSection } from './FilesSection.tsx';
import { PicturesSection } from './PicturesSection.tsx';
import { PreOrderSection } from './PreOrderSection.tsx';
import { PriceSection } from './PriceSection.tsx';
import { PrintSection } from './PrintSection.tsx';
import { PublishPanel } from './PublishPanel.tsx';
import { TermsSection } from './TermsSection.tsx';
import { TextSection } from './TextSection.tsx';
import { useProductEditor } from './useProductEditor.ts';

/** The editor of one product: text, pictures, files, price, terms and publishing. */
export function ProductEditorView({ id }: { id: string }) {
  const editor = useProductEditor(id);
  const { data: choices } = useQuery(() => actions.products.choices());
  const { state, own, text, save } = editor;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      event.preventDefault();
      void save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [save]);

  if (state === 'absent')
    return (
      <div className="empty mt-6">
        <h1 className="text-2xl outline-none" tabIndex={-1}>
          Your store has no such product
        </h1>
        <p>It may belong to another account.</p>
      </div>
    );
  if (state === 'failed')
    return (
      <p className="notice notice-bad mt-4" role="alert">
        The product could not be loaded.{' '}
        <button type="button" className="link" onClick={() => void editor.load()}>
          Try again
        </button>
      </p>
    );
  if (!own || !text) return <div className="skeleton mt-6 h-96" aria-busy="true" />;
  const props = { editor, own, text };
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="min-w-0 text-4xl break-words outline-none" tabIndex={-1}>
          {own.product.name}
        </h1>
        <p className="flex items-center gap-3">
          <span className="badge">{PRODUCT_STATE_TEXTS[own.product.state]}</span>
          <a className="link inline-flex min-h-11 items-center" href={paths.productPreview(id)}>
            Preview
          </a>
        </p>
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <TextSection {...props} choices={choices} />
          <PicturesSection {...props} />
          <FilesSection {...props} />
          <FacetsSection {...props} offer={choices?.facets ?? FACET_OFFER.fallback} />
          <PriceSection {...props} />
          <PreOrderSection {...props} />
          <PrintSection {...props} />
          <TermsSection {...props} />
        </div>
        <PublishPanel {...props} isReviewed={choices?.isReviewed ?? false} />
      </div>
    </>
  );
}
