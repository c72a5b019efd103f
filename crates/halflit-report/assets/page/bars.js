// ---- eigenvalues and features ----
function spectrumOption(values) {
  const colors = theme();
  return {
    ...baseOption(colors),
    tooltip: {
      ...baseOption(colors).tooltip,
      formatter: ({ dataIndex }) => tip('axis ' + (dataIndex + 1), ['eigenvalue ' + short(values[dataIndex])]),
    },
    xAxis: nameAxis(colors, 'axis', values.map((value, index) => String(index + 1)), { ...BELOW, axisLabel: { color: colors.soft } }),
    // Room for the numbers below negative bars.
    yAxis: axis(colors, 'eigenvalue (lower is better)', { boundaryGap: [values.some((value) => value < 0) ? '15%' : 0, 0] }),
    series: [{
      type: 'bar', barMaxWidth: 60, itemStyle: { color: colors.accent },
      data: values.map((value) => ({ value, label: { position: value < 0 ? 'bottom' : 'top' } })),
      label: { show: values.length <= 12, color: colors.ink, formatter: ({ value }) => short(value) },
    }],
  };
}

// Positive and negative weights differ in side, and in colour only on top of that.
function loadingsOption(features) {
  const colors = theme();
  return {
    ...baseOption(colors),
    tooltip: {
      ...baseOption(colors).tooltip,
      formatter: ({ dataIndex }) => tip(features[dataIndex][0], ['weight \u00d7 deviation: ' + short(features[dataIndex][1])]),
    },
    xAxis: axis(colors, 'weight \u00d7 deviation', { ...BELOW, splitNumber: 4 }),
    yAxis: nameAxis(colors, '', features.map((feature) => feature[0]), {
      inverse: true, axisLine: { show: false, onZero: false }, axisTick: { show: false },
      axisLabel: { color: colors.ink, width: 130, overflow: 'truncate', interval: 0 },
    }),
    series: [{
      type: 'bar', barMaxWidth: 16,
      data: features.map(([, value]) => ({ value, itemStyle: { color: value < 0 ? '#D55E00' : colors.accent } })),
    }],
  };
}

