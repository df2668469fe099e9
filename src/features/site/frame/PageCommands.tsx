import { useEffect } from 'react';
import { toast } from '../../../ui/toast.ts';
import { handlePageCommands } from '../../kernel/page/page-commands.ts';

/**
 * Shows nothing. An island, because Astro's islands already know how to fetch code when the window asks for it:
 * writing `import()` into the script of every page would cost each visitor the bundler's loader as well.
 */
export default function PageCommands() {
  useEffect(() => {
    handlePageCommands(async (command) => {
      if (command === 'secret-level') {
        const { openSecretLevel } = await import('../secret-level/open.tsx');
        return openSecretLevel();
      }
      if ('toast' in command)
        return toast(command.toast, command.undo ? { action: { label: 'Undo', run: command.undo } } : {});
      const { takeLinkedCoupon } = await import('../../commerce/coupon/linked-coupon.ts');
      takeLinkedCoupon(command.coupon);
    });
  }, []);
  return null;
}
