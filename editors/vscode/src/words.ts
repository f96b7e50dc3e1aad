// Complete, truncated or incomplete, said in words.  Knows no editor.

import type { Answer, Outcome } from './wire';

const REASONS: Record<string, string> = {
  limit: 'the limit was reached',
  timeout: 'the time was up',
  max_buffer: 'the answer grew too large',
  unreadable: 'some files could not be read',
  exit: 'ripgrep ended early',
  spawn: 'ripgrep did not start',
  binary: 'a file turned out to be binary',
};

/** Why the answer is not the whole truth, or an empty text. */
export function why(outcome: Outcome): string {
  return outcome.reasons.map((reason) => REASONS[reason] ?? reason).join(', ');
}

/** One line under a search: what was found and whether that is all. */
export function summary(answer: Answer, shown: number, unit: 'line' | 'file'): string {
  const { outcome } = answer;
  if (outcome.incomplete) {
    return `Incomplete: ${why(outcome) || 'ripgrep did not finish'}. ${incompleteCount(shown, unit)}`;
  }
  if (outcome.truncated) {
    return `Truncated: the first ${counted(shown, unit)} of ${total(answer)}. ${why(outcome)}`.trim();
  }
  const found = shown === 0 ? 'No matches' : counted(shown, unit);
  return `${found}. Complete: ${counted(answer.coverage.filesSearched, 'file')} searched.${engine(answer)}`;
}

/** A refusal in one line: the engine's own diagnosis is the useful part of it. */
export function failure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = (error as { data?: { detail?: string } }).data?.detail ?? '';
  const gist = /\nerror: (.+)/.exec(detail)?.[1] ?? detail.split('\n', 1)[0];
  return gist ? `${error.message}: ${gist}` : error.message;
}

export function counted(n: number, unit: string): string {
  return `${n.toLocaleString('en')} ${unit}${n === 1 ? '' : 's'}`;
}

function incompleteCount(shown: number, unit: string): string {
  return shown === 0 ? 'Nothing found so far, which proves nothing.' : `${counted(shown, unit)} so far; there may be more.`;
}

function total(answer: Answer): string {
  return `${answer.totalExact ? '' : 'at least '}${answer.total.toLocaleString('en')}`;
}

function engine(answer: Answer): string {
  return answer.coverage.engine === 'rg' ? '' : ` Searched by ${answer.coverage.engine}, as there is no ripgrep.`;
}
