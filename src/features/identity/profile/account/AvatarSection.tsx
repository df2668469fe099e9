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

  const save = (picture: Blob | null) => {
    const form = new FormData();
    if (picture) form.set('picture', new File([picture], 'avatar.png', { type: picture.type }));
    void mutate(
      () => actions.account.changeAvatar(form),
      picture ? 'Picture saved.' : 'Picture removed.',
      (changed) => {
        userChanged(changed);
        choice.close();
      },
    );
  };

  return (
    <Section
      title="Picture"
      intro="JPEG, PNG or WebP. It is cropped to a square; location and camera data are removed."
    >
      <div className="flex flex-wrap items-center gap-4">
        <Avatar person={user} />
        <PictureButton choice={choice} label={user.avatar ? 'Choose another picture' : 'Choose a picture'} />
        {user.avatar && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => save(null)}
          >
            Remove picture
          </button>
        )}
      </div>
      <ChosenPicture choice={choice} round busy={busy} onSave={save} />
    </Section>
  );
}
