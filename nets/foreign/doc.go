// Package foreign reads nets that were trained by other programs and builds
// models of them: multilayer perceptrons in ONNX files, and named parameters in
// safetensors files or NumPy archives, as in a state_dict of PyTorch.
//
// Parameters do not determine the whole [nets.Spec]. The file or the caller
// must give the feature set and, except for ONNX, the activations of the hidden
// layers. Files of [nets.Model.EncodeONNX] contain everything, and importing
// them restores the net bit by bit.
//
// Not for other modules.
package foreign
