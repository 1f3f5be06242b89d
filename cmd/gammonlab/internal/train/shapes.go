package train

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/nets"
)

// partFlag returns the flag for the parts of the model to train; text describes the
// default in the help.
func partFlag(value nets.Part, text string) cli.Flag {
	return &cli.StringFlag{Name: "part", Category: netGroup, Value: string(value), DefaultText: text, Usage: "train nets for these `PARTS` of the model, " +
		"joined by commas: all, or race, crashed, contact; with those or with --from also pruning-race, pruning-crashed, pruning-contact"}
}

// shapeSettings returns the options that may differ between nets.
func shapeSettings(shape *nets.Shape) cliutil.Settings {
	return cliutil.Settings{
		cliutil.Option("features", &shape.Features, "feature `SET` (see features list), or several joined by +"),
		cliutil.Option("hidden", cliutil.Hidden(&shape.Hidden), "sizes `UNITS` of the hidden layers, such as 80 or 512-256"),
		cliutil.Option("activation", activationsValue{shape}, "activation `NAME` of the hidden layers: sigmoid, tanh, relu or gnubg-sigmoid, or one for each layer, such as sigmoid,relu"),
	}.In(netGroup)
}

// netGroup is the group of the flags of the nets to train.
const netGroup = "Nets"

// activationsValue is a flag's value for the activations of a net's hidden layers: one
// for all layers, or one for each.
type activationsValue struct{ shape *nets.Shape }

func (v activationsValue) String() string { return string(v.shape.Activations[0]) }

// Set implements [flag.Value].
func (v activationsValue) Set(text string) error {
	list, err := nets.ParseActivations(text)
	v.shape.Activations = nets.OfLayers(list, len(v.shape.Hidden))
	return err
}

// shapesFromFlags returns the shapes of the nets to train: those of the flags, by default
// those of the parent, or the given ones.
func shapesFromFlags(c *cli.Context, given []nets.Shape, parent *nets.Model) ([]nets.Shape, error) {
	shapes := append([]nets.Shape(nil), given...)
	if c.IsSet("part") && len(given) > 0 {
		shapes = nil
		for _, name := range strings.Split(c.String("part"), ",") {
			shapes = append(shapes, shapeOfPart(nets.Part(name), given))
		}
	}
	for i := range shapes {
		if parent != nil && !c.IsSet("config") {
			shapes[i] = shapeFromParent(shapes[i], parent)
		}
		if err := shapeFromFlags(c, &shapes[i], i, len(shapes), parent != nil); err != nil {
			return nil, err
		}
	}
	return shapes, nil
}

// shapeOfPart returns the default shape of a net: the given shape for its part, otherwise
// the first given shape.
func shapeOfPart(part nets.Part, given []nets.Shape) nets.Shape {
	for _, s := range given {
		if s.Part == part {
			return s
		}
	}
	if part.Prunes() {
		return nets.PruningShape(part, given[0].Head)
	}
	shape := given[0]
	shape.Part = part
	return shape
}

// shapeFromParent returns the shape of the parent's net for the same part. Without such a
// net, it returns the given shape; a pruning net then has the head of the parent's net
// for contact.
func shapeFromParent(shape nets.Shape, parent *nets.Model) nets.Shape {
	if net := parent.Net(shape.Part); net != nil {
		return nets.ShapeOf(shape.Part, net.Spec())
	}
	if shape.Part.Prunes() {
		shape.Head = parent.Net(nets.Contact).Spec().Head
	}
	return shape
}

// shapeFromFlags sets the shape of net i of n to the values of the flags. With grows, the
// net grows from the parent's net.
func shapeFromFlags(c *cli.Context, shape *nets.Shape, i, n int, grows bool) error {
	shape.Activations = nets.OfLayers(shape.Activations, len(shape.Hidden)) // before --hidden adds layers
	for _, option := range shapeSettings(shape) {
		if !c.IsSet(option.Name) {
			continue
		}
		values := strings.Split(c.String(option.Name), "/")
		if len(values) != 1 && len(values) != n {
			return fmt.Errorf("--%s has values for %d nets, want one for all or one for each of %d", option.Name, len(values), n)
		}
		if err := option.Set(values[min(i, len(values)-1)]); err != nil {
			return fmt.Errorf("--%s: %w", option.Name, err)
		}
	}
	if !c.IsSet("activation") {
		shape.Activations = nets.FitActivations(shape.Activations, len(shape.Hidden), grows)
	}
	return nil
}
