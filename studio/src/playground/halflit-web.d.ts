// What crates/halflit-web exports; wasm-bindgen writes the module when the playground is built.
declare module 'halflit-web' {
  export default function init(options: { module_or_path: URL | string }): Promise<unknown>;
  export class Answer {
    readonly status: number;
    readonly kind: string;
    bytes(): Uint8Array;
    free(): void;
  }
  export class Playground {
    constructor(file: string, bytes: Uint8Array, choice: string);
    answer(method: string, path: string, body: Uint8Array): Answer;
    step(): boolean;
    news(): string;
  }
  export function columns(file: string, bytes: Uint8Array): string;
  export function example(number: number): string | undefined;
  export function example_bytes(number: number): Uint8Array | undefined;
}
