package netplan_test

import (
	"fmt"

	"gammonlab/engine/netplan"
	"gammonlab/features"
	"gammonlab/nets"
)

// A net for races beside a net for all other positions.
func ExamplePlan() {
	race := nets.ShapeOf(nets.Race, nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 32))
	others := nets.ShapeOf(nets.All, nets.NewSpec(features.Perspective196{}, nets.ReLU, 128, 64))
	alone := netplan.Plan{Shapes: []nets.Shape{race}}
	fmt.Println(alone.Check())
	both := netplan.Plan{Shapes: []nets.Shape{race, others}}
	fmt.Println(both.Check())
	fmt.Println(nets.ShapesText(both.Shapes))
	fmt.Println(both.Classes(nets.Race), both.Classes(nets.All))
	// Output:
	// the model has no net for positions of class crashed: train one, or one for all classes, or start from a model that has it
	// <nil>
	// race 196-32-5 over perspective196@1, all 196-128-64-5 over perspective196@1
	// [race] [crashed contact]
}
