// Package nets holds feed-forward nets that map a position's inputs to the five
// probabilities of its outcome: their shape ([Spec]), weights ([Net]), the
// passes forward and backward ([Pass]) and the files they are kept in
// ([Model]).
//
// # Layout of the weights
//
// All parameters of a net lie in one slice, layer after layer, weights before
// biases. Vectors are padded with zeros to a multiple of [kernel.Lanes]: a
// hidden layer with in inputs and out units takes pad(in) rows of pad(out)
// weights, input-major, so that an input that is zero costs nothing; the head
// takes [Outputs] rows of pad(in) weights, output-major. Padding stays zero in
// every pass and every update. Weight files hold plain [out, in] tensors
// without padding.
package nets
