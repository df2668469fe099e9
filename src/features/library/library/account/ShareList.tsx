import { actions } from 'astro:actions';
import { useState } from 'react';
import { paths } from '../../../../paths.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { copyText } from '../../../commerce/coupon/account/copy-text.ts';

interface Props {
  /** One of the user's lists, or null for the wish list. */
  list: { id: string; name: string } | null;
  className?: string;
}

/** A button that opens the settings of a list's link. */
export function ShareList({ list, className = 'link min-h-11 px-2' }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={list === null ? undefined : `Share “${list.name}”`}
        onClick={() => setOpen(true)}
      >
        {list === null ? 'Share by a link' : 'Share'}
      </button>
      {open && <ShareDialog list={list} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ list, onClose }: Pick<Props, 'list'> & { onClose: () => void }) {
  const listId = list?.id ?? null;
  const { data, error, refetch, setData } = useQuery(() => actions.sharedLists.one({ listId }));
  const { busy, mutate } = useMutation();
  /** What was pressed, until the answer is there. */
  const [pressed, setPressed] = useState<boolean | null>(null);
  const share = data?.share ?? null;
  const url = share && new URL(paths.sharedList(share.key), location.origin).href;
  const save = async (showsName: boolean, said: string) => {
    setPressed(showsName);
    await mutate(() => actions.sharedLists.save({ listId, showsName }), said, setData);
    setPressed(null);
  };
  return (
    <Dialog title={list === null ? 'Share your wish list' : `Share “${list.name}”`} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-ink-2">
            Whoever has the link sees the models on it that are in the shop, and nothing else of yours. Search
            engines are told to leave it out.
          </p>
          {error && <LoadError onRetry={refetch}>{error}</LoadError>}
          {data && (
            <div className="mt-4 grid gap-4">
              {share && url && (
                <>
                  <label>
                    <span className="label">Link</span>
                    <input
                      className="field"
                      readOnly
                      value={url}
                      onFocus={(event) => event.target.select()}
                    />
                  </label>
                  <label className="flex min-h-11 items-center gap-3">
                    <input
                      type="checkbox"
                      className="size-5 flex-none accent-verdigris"
                      checked={pressed ?? share.showsName}
                      disabled={busy}
                      onChange={() =>
                        void save(
                          !share.showsName,
                          share.showsName ? 'Your name is hidden.' : 'Your name is shown.',
                        )
                      }
                    />
                    Show my user name on the page
                  </label>
                </>
              )}
              <div className="flex flex-wrap gap-3">
                {share && url ? (
                  <>
                    <button type="button" className="btn" onClick={() => void copyText(url, 'Link copied.')}>
                      Copy link
                    </button>
                    <button
                      type="button"
                      className="btn btn-danger"
                      aria-busy={busy}
                      onClick={() =>
                        void mutate(
                          () => actions.sharedLists.stop({ listId }),
                          'The link leads nowhere now.',
                          setData,
                        )
                      }
                    >
                      Stop sharing
                    </button>
                  </>
                ) : (
                  <button
                    type="button"
                    className="btn"
                    aria-busy={busy}
                    onClick={() => void save(false, 'Shared.')}
                  >
                    Make a link
                  </button>
                )}
                <button type="button" className="btn btn-quiet" onClick={close}>
                  Close
                </button>
              </div>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
