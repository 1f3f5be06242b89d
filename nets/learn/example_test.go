package learn_test

import (
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

func ExampleParseSchedule() {
	schedule, err := learn.ParseSchedule("steps:0.1,200000games:0.05")
	if err != nil {
		log.Fatal(err)
	}
	for _, done := range []float64{0, 199_999, 200_000} {
		fmt.Println(schedule.At(learn.Time{Done: done, Next: done + 1, Total: 400_000}))
	}
	// Output:
	// 0.1
	// 0.1
	// 0.05
}

// A net learns what to say of the opening.
func ExampleLearner_Step() {
	set := features.Perspective196{}
	net, err := nets.NewRandom(nets.NewSpec(set, nets.Sigmoid, 8), 1)
	if err != nil {
		log.Fatal(err)
	}
	learner, err := learn.New(net, learn.Settings{Loss: learn.CrossEntropy, Method: learn.SGD, Workers: 1})
	if err != nil {
		log.Fatal(err)
	}
	pos := board.Backgammon.Start()
	idx, val := make([]int32, set.Len()), make([]float32, set.Len())
	n := set.ExtractSparse(idx, val, &pos)
	var batch learn.Batch
	batch.Add(idx[:n], val[:n], &[nets.Outputs]float32{0.525, 0.149, 0.007, 0.131, 0.005}, 1)
	for range 5000 {
		if _, err := learner.Step(&batch, 0.5); err != nil {
			log.Fatal(err)
		}
	}
	pass := net.NewPass(1)
	set.Extract(pass.Input(0), &pos)
	pass.Forward(1)
	fmt.Printf("%.2f\n", pass.Output(0))
	// Output:
	// &[0.52 0.15 0.01 0.13 0.01]
}
