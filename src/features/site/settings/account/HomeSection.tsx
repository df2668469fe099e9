import { actions } from 'astro:actions';
import { useState } from 'react';
import { blocksInOrder, HOME_BLOCKS, movedBlock } from '../../../../domain/site/home-blocks.ts';
import { FEATURED_STORES_MAX, HERO_PRODUCTS, HOME_FEATURES } from '../../../../domain/site/home-features.ts';
import { Check, Field } from '../../../../ui/Form.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { GroupSection } from './GroupSection.tsx';
import { shownMoment, typedMoment } from './numbers.ts';
import { type AllSettings, useGroup } from './useGroup.ts';

/** Products at the top of the home page, and featured stores with dates. */
export function HomeSection({ all }: { all: AllSettings }) {
  const group = useGroup(HOME_FEATURES, all);
  const { value, set, error } = group;
  const [names, setNames] = useState(all.names);
  const nameOf = (id: string) => names[id] ?? 'Not public any more';
  const without = <T,>(list: readonly T[], index: number) => list.filter((_, at) => at !== index);
  return (
    <GroupSection
      title="Home page"
      intro="Places you leave empty are filled by the site with what is new."
      label="Save the home page"
      group={group}
    >
      <fieldset className="grid gap-2">
        <legend className="label">Products at the top</legend>
        {value.products.map((id, index) => (
          <Row
            key={id}
            name={nameOf(id)}
            onRemove={() => set({ products: without(value.products, index) })}
          />
        ))}
        {value.products.length < HERO_PRODUCTS && (
          <Find
            what="product"
            onFound={({ id, name }) => {
              setNames({ ...names, [id]: name });
              if (!value.products.includes(id)) set({ products: [...value.products, id] });
            }}
          />
        )}
        {error('products') && <p className="error">{error('products')}</p>}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="label">Featured stores</legend>
        {value.stores.map((store, index) => {
          const change = (part: Partial<typeof store>) =>
            set({ stores: value.stores.map((one, at) => (at === index ? { ...one, ...part } : one)) });
          return (
            <div key={store.id} className="grid gap-2 rounded-lg border border-line p-3">
              <Row name={nameOf(store.id)} onRemove={() => set({ stores: without(value.stores, index) })} />
              <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
                <Field
                  label="From (UTC)"
                  name={`from-${index}`}
                  type="datetime-local"
                  required={false}
                  value={shownMoment(store.from)}
                  onChange={(from) => change({ from: typedMoment(from) })}
                />
                <Field
                  label="To (UTC)"
                  name={`to-${index}`}
                  type="datetime-local"
                  required={false}
                  value={shownMoment(store.to)}
                  onChange={(to) => change({ to: typedMoment(to) })}
                />
              </div>
            </div>
          );
        })}
        {value.stores.length < FEATURED_STORES_MAX && (
          <Find
            what="store"
            onFound={({ id, name }) => {
              setNames({ ...names, [id]: name });
              if (!value.stores.some((one) => one.id === id))
                set({ stores: [...value.stores, { id, from: null, to: null }] });
            }}
          />
        )}
        {error('stores') && <p className="error">{error('stores')}</p>}
      </fieldset>
      <fieldset className="grid gap-1">
        <legend className="label">Blocks, from top to bottom</legend>
        <p className="hint">A block without content is left out by itself.</p>
        <ol>
          {blocksInOrder(value.order).map((block, place, blocks) => {
            const name = HOME_BLOCKS[block];
            const isHidden = value.hidden.includes(block);
            return (
              <li
                key={block}
                className="flex min-h-12 items-center justify-between gap-3 border-b border-line last:border-b-0"
              >
                <Check
                  label={name}
                  checked={!isHidden}
                  onChange={(shown) =>
                    set({
                      hidden: shown ? value.hidden.filter((one) => one !== block) : [...value.hidden, block],
                    })
                  }
                />
                <span className="flex flex-none gap-1">
                  {([-1, 1] as const).map((by) => (
                    <button
                      key={by}
                      type="button"
                      className="icon-btn"
                      aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
                      disabled={by < 0 ? place === 0 : place === blocks.length - 1}
                      onClick={() => set({ order: movedBlock(value.order, block, by) })}
                    >
                      <Icon name={by < 0 ? 'up' : 'down'} />
                    </button>
                  ))}
                </span>
              </li>
            );
          })}
        </ol>
        {(error('order') ?? error('hidden')) && <p className="error">{error('order') ?? error('hidden')}</p>}
      </fieldset>
    </GroupSection>
  );
}

function Row({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
      <button type="button" className="link min-h-11" onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </button>
    </div>
  );
}

interface Found {
  id: string;
  name: string;
}

/** Takes the address of a product or store from the address bar. */
function Find({ what, onFound }: { what: 'product' | 'store'; onFound: (found: Found) => void }) {
  const [address, setAddress] = useState('');
  const { busy, fieldError, mutate } = useMutation();
  const find = () =>
    mutate(
      () => actions.siteSettings.find({ what, address }),
      null,
      (found) => {
        setAddress('');
        onFound(found);
      },
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
      <Field
        label={`Address of a ${what}`}
        name={`find-${what}`}
        required={false}
        maxLength={500}
        placeholder={`Paste /${what}/…`}
        value={address}
        error={fieldError('address')}
        onChange={setAddress}
      />
      <button
        type="button"
        className="btn btn-quiet btn-small"
        disabled={address === ''}
        aria-busy={busy}
        onClick={() => void find()}
      >
        Add
      </button>
    </div>
  );
}
