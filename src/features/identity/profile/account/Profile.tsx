import { useStore } from '@nanostores/react';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { $user } from '../../session/user.store.ts';
import { AppearanceSection } from './AppearanceSection.tsx';
import { AvatarSection } from './AvatarSection.tsx';
import { DataSection } from './DataSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { NameSection } from './NameSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProgramsSection } from './ProgramsSection.tsx';

export default function Profile() {
  const user = useStore($user, { ssr: 'initial' });
  if (!user) return null;
  return (
    <>
      <PageTitle>Profile</PageTitle>
      <div className="mt-6 grid max-w-2xl gap-5">
        <AvatarSection user={user} />
        <NameSection user={user} />
        <EmailSection user={user} />
        <PasswordSection />
        <AppearanceSection user={user} />
        <ProgramsSection />
        <DataSection user={user} />
      </div>
    </>
  );
}
