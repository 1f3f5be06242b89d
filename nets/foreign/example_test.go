package foreign_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/nets"
	"gammonlab/nets/foreign"
)

// A net that PyTorch has exported answers for races; those for other positions come
// from another file.
func ExampleModel() {
	race, err := foreign.Load("testdata/torch.onnx")
	if err != nil {
		fmt.Println(err)
		return
	}
	rest, err := foreign.Load("testdata/net.npz")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := foreign.Model([]foreign.Source{
		{Name: "torch.onnx", Net: race, Settings: foreign.Settings{Part: nets.Race, Features: "pubeval122"}},
		{Name: "net.npz", Net: rest, Settings: foreign.Settings{
			Features: "pubeval122", Activations: []nets.Activation{nets.ReLU, nets.Tanh}}},
	}, nil, board.Backgammon)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Net(nets.Race).Spec(), m.Provenance["imported_race"])
	fmt.Println(m.Net(nets.Contact).Spec(), m.Provenance["imported_all"])
	// Output:
	// 122-4-3-5 ONNX pytorch 1.13.0
	// 122-4-3-5 NumPy archive
}
