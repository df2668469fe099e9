import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import { FEATURED_MAX, type Store } from '../../../../domain/catalogue/store.ts';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Section, Select } from '../../../../ui/Form.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { useStoreChange } from './useStoreChange.ts';

/** The featured products, in the seller's order. */
export function FeaturedSection({ store }: { store: Store }) {
  const [showable, setShowable] = useState<ActionAnswer<typeof actions.stores.showable> | null>(null);
  const [featured, setFeatured] = useState(store.featured);
  const { busy, change } = useStoreChange();
  useEffect(() => {
    void actions.stores
      .showable()
      .then(({ data }) => setShowable(data ?? []))
      .catch(() => setShowable([]));
  }, []);

  const shown = featured.flatMap((id) => showable?.find((product) => product.id === id) ?? []);
  const others = (showable ?? []).filter(({ id }) => !featured.includes(id));
  const move = (at: number, by: 1 | -1) => {
    const next = shown.map(({ id }) => id);
    const [id] = next.splice(at, 1);
    if (id !== undefined) next.splice(at + by, 0, id);
    setFeatured(next);
  };

  return (
    <Section
      title="Featured models"
      intro={`Up to ${FEATURED_MAX} models at the top of the store, in your order.`}
    >
      {showable === null ? (
        <div className="skeleton h-24" aria-busy="true" />
      ) : showable.length === 0 ? (
        <p className="text-ink-2">Publish a model to feature it here.</p>
      ) : (
        <>
          <ol className="grid gap-2" aria-label="Featured models">
            {shown.map(({ id, name, mainImage }, at) => (
              <li key={id} className="flex items-center gap-3 rounded-xl border border-line p-2">
                <img
                  src={paths.picture('products', id, mainImage, 160)}
                  alt=""
                  className="size-14 rounded-lg object-cover"
                />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Move ${name} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Move ${name} down`}
                  disabled={at === shown.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <Icon name="down" />
                </button>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Remove ${name}`}
                  onClick={() => setFeatured(featured.filter((known) => known !== id))}
                >
                  <Icon name="trash" />
                </button>
              </li>
            ))}
          </ol>
          {shown.length < FEATURED_MAX && others.length > 0 && (
            <Select
              label="Add a model"
              name="add"
              value=""
              options={[['', 'Choose …'], ...others.map(({ id, name }) => [id, name] as const)]}
              onChange={(id) => id !== '' && setFeatured([...shown.map((product) => product.id), id])}
            />
          )}
          <div>
            <button
              type="button"
              className="btn btn-small"
              aria-busy={busy}
              onClick={() => change({ featured: shown.map(({ id }) => id) }, 'Saved.')}
            >
              Save
            </button>
          </div>
        </>
      )}
    </Section>
  );
}
