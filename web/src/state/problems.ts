/** What went wrong with a request, in plain words. */
import { t } from '../words';
import { Failed } from './api';

export function problemText(failed: unknown): string {
  if (!(failed instanceof Failed) || failed.status === 0) return t('problem.unreachable');
  if (failed.status === 429) return t('problem.too-fast');
  if (failed.status === 503) return t('problem.unavailable');
  if (failed.status === 403) return t('problem.forbidden');
  return t('problem.said', { text: failed.problem.replace(/\.$/, '') });
}
