#![no_main]

#[path = "../checks/onnx_graph.rs"]
mod onnx_graph;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    onnx_graph::check(bytes);
});
