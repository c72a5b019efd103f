// ---- accuracies: bars from zero with whiskers ----
function whisker(colors) {
  return (params, api) => {
    const y = api.coord([0, api.value(0)])[1];
    const [left, right] = [api.value(1), api.value(2)].map((value) => api.coord([value, 0])[0]);
    const line = (x1, y1, x2, y2) => ({
      type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: colors.ink, lineWidth: 1.6 },
    });
    return {
      type: 'group', silent: true,
      children: [line(left, y, right, y), line(left, y - 5, left, y + 5), line(right, y - 5, right, y + 5)],
    };
  };
}

function accuracyOption(table) {
  const colors = theme();
  const percent = (share) => (100 * share).toFixed(1) + ' %';
  const whiskers = table.rows.flatMap((row, index) => row.interval === null ? []
    : [[index, 100 * row.interval[0], 100 * row.interval[1]]]);
  return {
    ...baseOption(colors),
    tooltip: {
      ...baseOption(colors).tooltip,
      formatter: ({ dataIndex }) => {
        const row = table.rows[dataIndex];
        const interval = row.interval === null ? '' : row.interval.map(percent).join(' to ');
        return tip(row.learner, [percent(row.mean), interval, row.note].filter(Boolean));
      },
    },
    xAxis: axis(colors, 'rows classified correctly, %', { ...BELOW, min: 0, max: 100 }),
    yAxis: nameAxis(colors, '', table.rows.map((row) => row.learner), { inverse: true }),
    series: [
      { type: 'bar', data: table.rows.map((row) => 100 * row.mean), barMaxWidth: 20, itemStyle: { color: colors.accent } },
      { type: 'custom', data: whiskers, renderItem: whisker(colors), encode: { x: [1, 2], y: 0 }, silent: true, z: 5 },
    ],
  };
}

