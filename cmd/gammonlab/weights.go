package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/engine"
	"gammonlab/evalbench/promotion"
	"gammonlab/internal/plaintext"
	"gammonlab/nets"
	"gammonlab/nets/pretrained"
)

func weightsCommand() *cli.Command {
	return &cli.Command{
		Name:        "weights",
		Usage:       "look at weight files, convert, grow, prune and promote them",
		Subcommands: []*cli.Command{weightsInfoCommand(), weightsVerifyCommand(), weightsConvertCommand(), weightsGrowCommand(), weightsPruneCommand(), weightsPromoteCommand()},
	}
}

// modelArg is the argument list of commands on a weight file.
const modelArg = "MODEL"

func weightsInfoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "say what a weight file holds",
		ArgsUsage: modelArg,
		Description: `Prints the shape of the nets in a weight file, or of a shipped one, and how they
were made, and by which test they took the place of others (weights promote). The
digest is the SHA-256 of the file. Shipped are ` + strings.Join(pretrained.Names(), ", ") + `.

Example:
   gammonlab weights info default
   gammonlab weights info --json runs/first/model.safetensors`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: weightsInfo,
	}
}

func weightsVerifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "check that a weight file is whole and its net sound",
		ArgsUsage: modelArg,
		Description: `Reads a weight file with every check there is of sizes, names and values, and
asks its net for the positions of some random games: answers must be
probabilities in order, and exact where the game is over. Evidence of a promotion
must be of this net and agree with itself.

Example:
   gammonlab weights verify runs/first/model.safetensors`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: weightsVerify,
	}
}

// modelArgument loads the model that the command's one argument names.
func modelArgument(c *cli.Context) (name string, m *nets.Model, err error) {
	switch {
	case c.NArg() == 0:
		return "", nil, usagef("%s: no weight file given", c.Command.FullName())
	case c.NArg() > 1:
		return "", nil, usagef("%s: unexpected argument %q: one weight file at a time, after the flags", c.Command.FullName(), c.Args().Get(1))
	}
	name = c.Args().First()
	m, err = loadModel(name)
	return name, m, err
}

// modelInfo is what weights info prints.
type modelInfo struct {
	Model string `json:"model"`
	*netInfo
	Nets       []partInfo        `json:"nets,omitempty"` // instead of the one net for all positions
	Variant    string            `json:"variant"`
	Weights    int               `json:"weights"`
	SHA256     string            `json:"sha256"`
	Provenance map[string]string `json:"provenance"`

	// Promotion is what the provenance says of the net that this one replaced,
	// if it holds; else Contradiction says why not.
	Promotion     *promotion.Evidence `json:"promotion,omitempty"`
	Contradiction string              `json:"contradiction,omitempty"`
}

// netInfo is the shape of a net.
type netInfo struct {
	Shape       string            `json:"shape"`
	Features    string            `json:"features"`
	Hidden      []int             `json:"hidden"`
	Activations []nets.Activation `json:"activations"`
}

// partInfo is the shape of one net of several.
type partInfo struct {
	Part nets.Part `json:"part"`
	netInfo
}

func newNetInfo(n *nets.Net) netInfo {
	spec := n.Spec()
	return netInfo{spec.String(), spec.Features, spec.Hidden, spec.Activations}
}

func newModelInfo(name string, m *nets.Model) (*modelInfo, error) {
	digest, err := m.Digest()
	if err != nil {
		return nil, err
	}
	info := &modelInfo{Model: name, Variant: m.Variant.String(), SHA256: digest, Provenance: m.Provenance}
	if info.Promotion, err = promotion.Of(m); err != nil {
		info.Contradiction = err.Error()
	}
	for _, part := range nets.Parts() {
		if n := m.Nets[part]; n != nil {
			info.Weights += n.NumWeights()
			info.Nets = append(info.Nets, partInfo{part, newNetInfo(n)})
		}
	}
	if _, err := m.Single(); err == nil {
		info.netInfo, info.Nets = &info.Nets[0].netInfo, nil
	}
	return info, nil
}

// weightsInfo runs the command.
func weightsInfo(c *cli.Context) error {
	name, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	info, err := newModelInfo(name, m)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, info)
	}
	info.print(c.App.Writer)
	return nil
}

// print writes the info as aligned lines, the provenance below the rest.
func (i *modelInfo) print(w io.Writer) {
	fields := [][2]string{{"model", i.Model}}
	if i.netInfo != nil {
		fields = append(fields, [2]string{"shape", i.Shape}, [2]string{"features", i.Features},
			[2]string{"activations", i.activations()})
	}
	for _, p := range i.Nets {
		fields = append(fields, [2]string{string(p.Part), p.Shape + " over " + p.Features + ", " + p.activations()})
	}
	fmt.Fprint(w, plaintext.Fields("", append(fields,
		[2]string{"variant", i.Variant},
		[2]string{"weights", fmt.Sprint(i.Weights)},
		[2]string{"sha256", i.SHA256})))
	var made [][2]string
	for _, key := range slices.Sorted(maps.Keys(i.Provenance)) {
		if key != promotion.Key || i.Promotion == nil {
			made = append(made, [2]string{key, i.Provenance[key]})
		}
	}
	if len(made) > 0 {
		fmt.Fprintln(w, "provenance")
		fmt.Fprint(w, plaintext.Fields("  ", made))
	}
	if i.Promotion != nil {
		fmt.Fprintln(w, "promotion")
		fmt.Fprint(w, plaintext.Fields("  ", evidenceFields(i.Promotion)))
	}
	if i.Contradiction != "" {
		fmt.Fprintf(w, "warning: %s\n", plaintext.Visible(i.Contradiction))
	}
}

// activations lists the activations of the hidden layers.
func (i *netInfo) activations() string {
	var all []string
	for _, a := range i.Activations {
		all = append(all, string(a))
	}
	return strings.Join(all, ", ")
}

// shapes says in a few words what nets the model has.
func (i *modelInfo) shapes() string {
	if i.netInfo != nil {
		return i.Shape + " over " + i.Features
	}
	var all []string
	for _, p := range i.Nets {
		all = append(all, fmt.Sprintf("%s %s", p.Part, p.Shape))
	}
	return strings.Join(all, ", ")
}

// weightsVerify runs the command.
func weightsVerify(c *cli.Context) error {
	name, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	if err := engine.CheckSanity(engine.NewStatic(m, nil), m.Variant); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if _, err := promotion.Of(m); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	info, err := newModelInfo(name, m)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, struct {
			OK     bool   `json:"ok"`
			Model  string `json:"model"`
			SHA256 string `json:"sha256"`
		}{true, name, info.SHA256})
	}
	fmt.Fprintf(c.App.Writer, "%s: OK, %s for %s\n", name, info.shapes(), info.Variant)
	return nil
}
