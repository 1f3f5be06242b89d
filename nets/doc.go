// Package nets contains feed-forward nets that map a position's inputs to the
// five probabilities of its outcome: their shape ([Spec]), weights ([Net]),
// forward and backward passes ([Pass]) and model files ([Model]).
//
// # Layout of the weights
//
// All parameters of a net are in one slice, layer after layer, weights before
// biases. Vectors are padded with zeros to a multiple of [kernel.Lanes]. The
// weights of a hidden layer with in inputs and out units are pad(in) rows of
// pad(out) values, one row for each input, so zero inputs cost nothing. The
// weights of the head are [Outputs] rows of pad(in) values, one row for each
// output. Padding stays zero in every pass and every update. Weight files
// contain plain [out, in] tensors without padding.
package nets
