// Only the parts of Apache ECharts that the report draws with; esbuild drops the rest. The map is drawn without it.
// The heat map is a custom series: its cells carry their own colours, so no visual map is needed.
import * as echarts from 'echarts/core';
import { BarChart, CustomChart, LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { CanvasRenderer } from 'echarts/renderers';

echarts.use([
  BarChart, CustomChart, LineChart, GridComponent, TooltipComponent,
  CanvasRenderer,
]);

export const { init, version } = echarts;
