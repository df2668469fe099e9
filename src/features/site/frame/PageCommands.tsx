import { useEffect } from 'react';
import { toast } from '../../../ui/toast.ts';
import { handlePageCommands } from '../../kernel/page/page-commands.ts';

/**
 * Shows nothing. An island, because Astro's islands already know how to fetch code when the window asks for it:
 * writing `import()` into the script of every page would cost each visitor the bundler's loader as well.
 */
export default function PageCommands() {
  useEffect(() => {
    handlePageCommands(async (call) => {
      if (call === 'secret-level') {
        const { openSecretLevel } = await import('../secret-level/open.tsx');
        return openSecretLevel();
      }
      if ('toast' in call)
        return toast(call.toast, call.undo ? { action: { label: 'Undo', run: call.undo } } : {});
      const { takeLinkedCoupon } = await import('../../commerce/coupon/linked-coupon.ts');
      takeLinkedCoupon(call.coupon);
    });
  }, []);
  return null;
}
