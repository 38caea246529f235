import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import type { PricePoint } from '#domain/prices/price-history.ts';
import { type ChartColours, chartOptions, type Span } from './chart-options.ts';

interface PriceChartProps {
  points: readonly PricePoint[];
  isEstimate: boolean;
  /** Days on which the claimed "was" price was charged. */
  spans: readonly Span[];
}

/** Pixels. */
const HEIGHT = 260;

/** The ink line of past prices. uPlot comes only with this screen, after it has shown. */
export function PriceChart({ points, isEstimate, spans }: PriceChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element || points.length < 2) return;
    let dispose: (() => void) | null = null;
    let isGone = false;
    void import('uplot').then(({ default: UPlot }) => {
      if (isGone) return;
      const seconds = points.map((point) => point.atMs / 1000);
      const dollars = points.map((point) => point.priceCents / 100);
      const size = { width: element.clientWidth, height: HEIGHT };
      const options = chartOptions(UPlot, { isEstimate, spans, colours: coloursOf(element) });
      const chart = new UPlot({ ...options, ...size }, [seconds, dollars], element);
      const observer = new ResizeObserver(() =>
        chart.setSize({ width: element.clientWidth, height: HEIGHT }),
      );
      observer.observe(element);
      dispose = () => {
        observer.disconnect();
        chart.destroy();
      };
    });
    return () => {
      isGone = true;
      dispose?.();
    };
  }, [points, isEstimate, spans]);
  return <div className="price-chart" ref={frame} aria-hidden="true" />;
}

function coloursOf(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read('--ink'),
    muted: read('--muted'),
    line: read('--line'),
    surface: read('--surface'),
    low: read('--eucalyptus'),
    high: read('--ochre'),
    mark: read('--wattle-soft'),
  };
}
