package nets_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
)

// A net answers for the player on roll. This one has learned nothing yet.
func ExampleNewRandom() {
	spec := nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 80)
	net, err := nets.NewRandom(spec, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := board.Backgammon.Start()
	pass := net.NewPass(1)
	net.Set().Extract(pass.Input(0), &start)
	pass.Forward(1)

	fmt.Printf("%v has %d weights\n", spec, net.NumWeights())
	fmt.Printf("win, gammon, backgammon, lose gammon, lose backgammon: %.2f\n", *pass.Output(0))
	// Output:
	// 196-80-5 has 16165 weights
	// win, gammon, backgammon, lose gammon, lose backgammon: [0.56 0.46 0.60 0.55 0.36]
}

// One step of gradient descent takes the net's answer towards a target.
func ExamplePass_Step() {
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Tanh, 20), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	pos := board.Backgammon.Start()
	pass := net.NewPass(1)
	net.Set().Extract(pass.Input(0), &pos)

	target := [nets.Outputs]float32{0.52, 0.15, 0.01, 0.14, 0.01}
	rates := []float32{0.5, 0.5} // of the hidden layer and of the head
	for range 5000 {
		pass.Forward(1)
		derivatives := *pass.Output(0) // of half the squared error
		for k := range derivatives {
			derivatives[k] -= target[k]
		}
		pass.Step(&derivatives, rates)
	}
	fmt.Printf("%.3f\n", *pass.Output(0))
	// Output: [0.520 0.150 0.010 0.140 0.010]
}

func ExampleLoad() {
	dir, err := os.MkdirTemp("", "gammonlab")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	net, err := nets.NewRandom(nets.NewSpec(features.Pubeval122{}, nets.ReLU, 64, 32), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := nets.NewModel(net, board.Nackgammon)
	model.Provenance["seed"] = "1"
	path := filepath.Join(dir, "model.safetensors")
	if err := model.Save(path); err != nil {
		fmt.Println(err)
		return
	}

	loaded, err := nets.Load(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(loaded.Nets[nets.All].Spec(), loaded.Variant, loaded.Provenance["seed"])
	// Output: 122-64-32-5 nackgammon 1
}
