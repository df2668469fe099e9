import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  ruleTarget,
  SEARCH_RULE_KINDS,
  type SearchRule,
} from '../../../../domain/catalogue/search/search-rule.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { redirectAddress } from '../../../catalogue/search/redirect-address.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';
import type { OpenRule } from './SearchesPage.tsx';

/** The operators' rules, the newest first. */
export function RuleList({
  rules,
  onOpen,
  onChanged,
}: {
  rules: readonly SearchRule[];
  onOpen: (open: OpenRule) => void;
  onChanged: () => void;
}) {
  const [asked, setAsked] = useState<SearchRule | null>(null);
  const { busy, mutate } = useMutation();
  const remove = (rule: SearchRule) =>
    void mutate(
      () => confirmed(() => actions.deskSearches.remove({ id: rule.id })),
      'Removed.',
      () => {
        setAsked(null);
        onChanged();
      },
    );
  if (rules.length === 0) return <p className="hint">There are no rules yet.</p>;
  return (
    <>
      <ul className="border-t border-line">
        {rules.map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center gap-x-4 border-b border-line py-1">
            <span className="min-w-40 flex-1 py-2">
              <span className="block wrap-anywhere">{ruleText(rule)}</span>
              <span className="block text-sm text-ink-2">
                {rule.kind !== 'redirect' && `${SEARCH_RULE_KINDS[rule.kind]}. `}
                Since {dayText(rule.addedAt)}
              </span>
            </span>
            <span className="flex gap-x-4 text-sm">
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Change: ${rule.words}`}
                onClick={() => onOpen({ draft: rule, replaces: rule.id, query: '' })}
              >
                Change …
              </button>
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Remove: ${rule.words}`}
                onClick={() => setAsked(rule)}
              >
                Remove …
              </button>
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title="Remove this rule?"
          yes="Remove"
          no="Keep it"
          busy={busy}
          onYes={() => remove(asked)}
          onNo={() => setAsked(null)}
        >
          <p className="wrap-anywhere">{ruleText(asked)}</p>
          <p>Searches find again what they found without it.</p>
        </Confirm>
      )}
    </>
  );
}

function ruleText({ kind, words, target }: SearchRule): string {
  if (kind !== 'redirect') return words;
  const leads = ruleTarget(target);
  const to = leads === null || 'query' in leads ? `“${target}”` : redirectAddress(leads);
  return `“${words}” leads to ${to}`;
}
