// ---- two settings: cells with their own colours, the chosen one framed ----
function heatCell(map) {
  return (params, api) => {
    const cell = map.cells[params.dataIndex];
    const [x, y] = api.coord([cell.x, cell.y]);
    const [width, height] = api.size([1, 1]);
    const box = { x: x - width / 2, y: y - height / 2, width, height };
    const size = Math.min(13, (0.95 * width) / Math.max(0.62 * cell.text.length, 1), 0.6 * height);
    const children = [{ type: 'rect', shape: box, style: { fill: cell.color } }];
    if (size >= 8) {
      children.push({
        type: 'text', silent: true,
        style: { text: cell.text || '\u2013', x, y, align: 'center', verticalAlign: 'middle', fontSize: size, fill: cell.ink },
      });
    }
    if (map.chosen && map.chosen[0] === cell.x && map.chosen[1] === cell.y) {
      const inner = { x: box.x + 2, y: box.y + 2, width: width - 4, height: height - 4 };
      for (const [stroke, lineWidth] of [['#FFFFFF', 5], ['#C8102E', 2.6]]) {
        children.push({ type: 'rect', silent: true, shape: inner, style: { fill: 'none', stroke, lineWidth } });
      }
    }
    return { type: 'group', children };
  };
}

function heatMapOption(map) {
  const colors = theme();
  const label = { color: colors.soft, hideOverlap: true };
  return {
    ...baseOption(colors),
    tooltip: {
      ...baseOption(colors).tooltip,
      formatter: ({ dataIndex }) => {
        const cell = map.cells[dataIndex];
        const where = [map.x_name + ' = ' + map.x[cell.x], map.y_name + ' = ' + map.y[cell.y]];
        return tip(map.value_name + ': ' + (cell.text || 'not measured'), where);
      },
    },
    xAxis: nameAxis(colors, map.x_name, map.x, { ...BELOW, axisLabel: label }),
    yAxis: nameAxis(colors, map.y_name, map.y, { axisLabel: label }),
    series: [{
      type: 'custom', renderItem: heatCell(map), encode: { x: 0, y: 1 },
      data: map.cells.map((cell) => [cell.x, cell.y]),
    }],
  };
}

