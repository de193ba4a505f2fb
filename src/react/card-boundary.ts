import * as React from 'react';

interface CardBoundaryProps {
  children: React.ReactNode;
  /** Called with what a component of the card threw. */
  onError: (error: unknown) => void;
}

/** Shows nothing once a component within it has thrown: one bad record must not unmount the whole app. */
export class CardBoundary extends React.Component<CardBoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): React.ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
