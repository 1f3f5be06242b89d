// Package foreign reads nets that other programs have trained and makes models of
// them: multilayer perceptrons in ONNX files, and parameters under their names in
// safetensors files or NumPy archives, as a state_dict of PyTorch has them.
//
// A file must say, or the caller, what [nets.Spec] has and the parameters do not show:
// the feature set and, but for ONNX, the activations of the hidden layers. Files of
// [nets.Model.EncodeONNX] say it all and come back bit by bit.
package foreign
