import { cleanLine, cleanText } from '../kernel/clean-text.ts';
import { readFields, type SettingGroup } from '../kernel/setting-group.ts';

/** Who takes claims about copyright, as the DMCA asks a site to name and register. Without a name the operator does. */
export interface CopyrightAgent {
  name: string;
  /** The postal address, line by line. */
  address: string;
  email: string;
  phone: string;
}

export const COPYRIGHT_AGENT: SettingGroup<CopyrightAgent> = {
  name: 'copyright-agent',
  fallback: { name: '', address: '', email: '', phone: '' },
  check(value) {
    const fields = readFields(value);
    const agent: CopyrightAgent = {
      name: fields.text('name', '', 120, cleanLine),
      address: fields.text('address', '', 400, cleanText),
      email: fields.text('email', '', 254, cleanLine),
      phone: fields.text('phone', '', 40, cleanLine),
    };
    if (agent.email !== '' && !/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(agent.email))
      fields.refuse('email', 'Enter an e-mail address.');
    if (agent.name !== '' && agent.email === '')
      fields.refuse('email', 'A named agent needs an e-mail address.');
    if (agent.name !== '' && agent.address === '')
      fields.refuse('address', 'A named agent needs a postal address.');
    return fields.checked(agent);
  },
};
