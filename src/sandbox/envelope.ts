/** Pagination of a list. */
export interface MetaData {
  page: number;
  hasMore: boolean;
  pageSize: number;
  /** All items that match, not only those on this page. */
  count: number;
}

/** The result of an operation that succeeded. */
export interface OperationResult {
  data: unknown;
  message: string;
  metaData?: MetaData;
}

/** Becomes a response with this HTTP status and an error envelope. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function successResponse({ data, message, metaData }: OperationResult): Response {
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
