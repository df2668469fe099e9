import { actions } from 'astro:actions';
import type { User } from '../../../../domain/identity/user.ts';
import { ChosenPicture, PictureButton, usePictureChoice } from '../../../../ui/account/PictureChoice.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { Avatar } from '../../session/Avatar.tsx';
import { userChanged } from '../../session/user.store.ts';

export function AvatarSection({ user }: { user: User }) {
  const choice = usePictureChoice();
  const { busy, mutate } = useMutation();

  const keep = (picture: Blob | null) => {
    const form = new FormData();
    if (picture) form.set('picture', new File([picture], 'avatar.png', { type: picture.type }));
    void mutate(
      () => actions.account.changeAvatar(form),
      picture ? 'Your new picture is saved.' : 'Your picture is removed.',
      (changed) => {
        userChanged(changed);
        choice.close();
      },
    );
  };

  return (
    <Section
      title="Picture"
      intro="JPEG, PNG or WebP. We keep a square of it and nothing else: no place, no camera."
    >
      <div className="flex flex-wrap items-center gap-4">
        <Avatar person={user} />
        <PictureButton choice={choice} label={user.avatar ? 'Choose another picture' : 'Choose a picture'} />
        {user.avatar && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => keep(null)}
          >
            Remove picture
          </button>
        )}
      </div>
      <ChosenPicture choice={choice} round busy={busy} onKeep={keep} />
    </Section>
  );
}
