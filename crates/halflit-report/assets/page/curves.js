// ---- curves: told apart by colour, dashes and markers ----
const DASHES = ['solid', [7, 3], [2.5, 2.5], [12, 4]];

// An axis of exponents that reads as the numbers themselves.
function exponents(colors, { low, high, marks }) {
  const customValues = marks.map((mark) => mark[0]);
  const nearest = (value) => marks.find((mark) => Math.abs(mark[0] - value) < 1e-9);
  return {
    min: low, max: high,
    axisLabel: { color: colors.soft, customValues, formatter: (value) => (nearest(value) || ['', ''])[1] },
    axisTick: { customValues, lineStyle: { color: colors.soft } },
    splitLine: { show: false },
  };
}

function curvesOption(chart) {
  const colors = theme();
  return {
    ...baseOption(colors),
    tooltip: {
      ...baseOption(colors).tooltip,
      formatter: ({ seriesIndex, data: point }) => tip(chart.curves[seriesIndex].name, [
        chart.x_title + ': ' + short(point[2]), chart.y_title + ': ' + short(point[1]),
      ]),
    },
    xAxis: axis(colors, chart.x_title, { ...BELOW, scale: true, ...(chart.logarithmic && exponents(colors, chart.logarithmic)) }),
    yAxis: axis(colors, chart.y_title, { scale: true }),
    series: chart.curves.map((curve, index) => ({
      type: 'line', name: curve.name, data: curve.points.map(([x, y]) => [chart.logarithmic ? Math.log10(x) : x, y, x]),
      symbol: curve.symbol, symbolSize: 8 * curve.size, showSymbol: curve.points.length <= 60,
      itemStyle: { color: colorOf(curve) },
      lineStyle: { color: colorOf(curve), width: 2, type: DASHES[index % DASHES.length] },
    })),
  };
}

