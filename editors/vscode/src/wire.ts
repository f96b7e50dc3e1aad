// What the server says, as far as this extension reads it.  The whole is in server/docs/protocol.md.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Match {
  uri: string;
  path: string;
  line: number;
  /** In the document's columns, whatever of the line was clipped. */
  ranges: Range[];
  text: string;
  /** The column where `text` begins, after its ellipsis, when the line was clipped on the left. */
  textStart?: number;
  source?: 'buffer';
}

export interface FileHit {
  uri: string;
  path: string;
}

export interface Outcome {
  complete: boolean;
  truncated: boolean;
  incomplete: boolean;
  reasons: string[];
  notes: string[];
}

export interface Coverage {
  filesSearched: number;
  engine: string;
}

export interface Answer {
  outcome: Outcome;
  coverage: Coverage;
  total: number;
  totalExact: boolean;
}

export interface GrepAnswer extends Answer {
  matches?: Match[];
  files?: FileHit[];
  counts?: (FileHit & { lines: number; matches: number })[];
}

export interface GlobAnswer extends Answer {
  files: FileHit[];
}

export interface GrepParams {
  pattern: string;
  path?: string;
  glob?: string[];
  outputMode?: 'content' | 'filesWithMatches' | 'count';
  caseMode?: 'sensitive' | 'insensitive' | 'smart';
  fixedStrings?: boolean;
  word?: boolean;
  headLimit?: number;
  maxLineLength?: number;
  /** A newer request of the same stream cancels the older one. */
  stream?: string;
  unsaved?: boolean;
}

export interface QuickOpenFile extends FileHit {
  positions?: number[];
}

export interface QuickOpenAnswer {
  files: QuickOpenFile[];
  outcome: Outcome;
  /** Zero-based, when the query named a place. */
  line?: number;
  character?: number;
}
