import { paths } from '../../../paths.ts';
import { pbApiUrl } from '../../kernel/page/pb-api-url.ts';
import { $person } from './auth.store.ts';

/**
 * Follows the login, which refreshes it as soon as a page starts, and shows what has changed. Only in islands that are
 * not hydrated yet: hydrated ones render themselves.
 */
export function paintPerson(): void {
  $person.subscribe((person) => {
    if (!person) return;
    const places = (field: string) =>
      document.querySelectorAll(`.site-header astro-island[ssr] [data-user-${field}]`);
    for (const place of places('name')) place.textContent = person.username || 'Account';
    for (const place of places('email')) place.textContent = person.email;
    for (const picture of places('avatar') as NodeListOf<HTMLImageElement>) {
      picture.hidden = person.avatar === '';
      const { href } = new URL(
        paths.backendFile(pbApiUrl(), 'users', person.id, person.avatar, '32x32'),
        location.href,
      );
      if (!picture.hidden && picture.src !== href) picture.src = href;
    }
  });
}
