/** Pagination of a list (contract §2.1). */
export interface MetaData {
  page: number;
  hasMore: boolean;
  pageSize: number;
  /** All that match, not only those on this page. */
  count: number;
}

/** What an operation answers when it succeeds. */
export interface Answer {
  data: unknown;
  message: string;
  metaData?: MetaData;
}

/** A refusal: becomes an error envelope (contract §7) with this HTTP status. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function successResponse({ data, message, metaData }: Answer): Response {
  return Response.json({ status: 'success', message, data, metaData: metaData ?? null, error: null });
}

export function errorResponse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { status: 'error', message, data: null, metaData: null, error: null },
    { status, headers },
  );
}
