package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/plaintext"
	"gammonlab/td"
)

func featuresCommand() *cli.Command {
	return &cli.Command{
		Name:        "features",
		Usage:       "show what nets see of a position",
		Subcommands: []*cli.Command{featuresListCommand(), featuresShowCommand(), featuresAblateCommand()},
	}
}

func featuresListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the feature sets",
		Description: `Prints the feature sets with their versions and numbers of inputs. Wherever a
set is asked for, names joined by + stand for the inputs of several together, such
as perspective196+gnubg-contact250.

Example:
   gammonlab features list`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: featuresList,
	}
}

// featureSet is how a set stands in JSON.
type featureSet struct {
	Set     string `json:"set"`
	Name    string `json:"name"`
	Version int    `json:"version"`
	Inputs  int    `json:"inputs"`
}

// featuresList runs the command.
func featuresList(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	var sets []featureSet
	width := len("SET")
	for _, s := range features.Sets() {
		sets = append(sets, featureSet{features.ID(s), s.Name(), s.Version(), s.Len()})
		width = max(width, len(features.ID(s)))
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, sets)
	}
	fmt.Fprintf(c.App.Writer, "%-*s  INPUTS\n", width, "SET")
	for _, s := range sets {
		fmt.Fprintf(c.App.Writer, "%-*s  %6d\n", width, s.Set, s.Inputs)
	}
	return nil
}

func featuresShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the inputs of positions",
		ArgsUsage: positionArgs,
		Description: `Prints the inputs that a feature set makes of positions: number, name, value and
meaning. Inputs that are 0 are left out unless --all is given.

` + positionUsage + `

Example:
   gammonlab features show --set tesauro198 4HPwATDgc/ABMA`,
		Flags: append(formatFlags(formatText, formatJSON),
			&cli.StringFlag{Name: "set", Value: td.DefaultConfig().Features, Usage: "feature `SET`, or several joined by +, see features list"},
			&cli.BoolFlag{Name: "all", Usage: "inputs that are 0, too"},
			variantFlag(board.Backgammon.String())),
		Action: featuresShow,
	}
}

// featuresShow runs the command.
func featuresShow(c *cli.Context) error {
	format, err := chosenFormat(c, formatText, formatJSON)
	if err != nil {
		return err
	}
	set, err := features.Lookup(c.String("set"))
	if err != nil {
		return usagef("--set: %w", err)
	}
	variant, err := variantOr(c, board.Backgammon)
	if err != nil {
		return err
	}
	write := writeInputsText
	if format == formatJSON {
		write = writeInputsJSON
	}
	out := newRowWriter(c.App.Writer, "")
	return eachPosition(c, variant, out, func(s spot) error {
		return write(out, newInputList(set, s.pos, c.Bool("all")))
	})
}

// inputList holds the inputs of a position that are to be shown.
type inputList struct {
	ID     string       `json:"position_id"`
	Set    string       `json:"set"`
	Len    int          `json:"of"` // inputs of the set
	Inputs []inputValue `json:"inputs"`
}

// inputValue is an input with its value.
type inputValue struct {
	Index   int     `json:"index"`
	Name    string  `json:"name"`
	Value   float32 `json:"value"`
	Meaning string  `json:"meaning"`
}

func newInputList(set features.Set, pos board.Position, all bool) *inputList {
	l := &inputList{ID: pos.ID(), Set: features.ID(set), Len: set.Len(), Inputs: []inputValue{}}
	values := make([]float32, set.Len())
	set.Extract(values, &pos)
	for i, input := range set.Inputs() {
		if all || values[i] != 0 {
			l.Inputs = append(l.Inputs, inputValue{i, input.Name, values[i], input.Meaning})
		}
	}
	return l
}

func writeInputsJSON(out *rowWriter, l *inputList) error { return out.json(l) }

func writeInputsText(out *rowWriter, l *inputList) error {
	width := len("NAME")
	for _, in := range l.Inputs {
		width = max(width, len(in.Name))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %d of %d inputs\n", l.ID, l.Set, len(l.Inputs), l.Len)
	fmt.Fprintf(&b, "  #  %-*s   VALUE  MEANING\n", width, "NAME")
	for _, in := range l.Inputs {
		fmt.Fprintf(&b, "%3d  %-*s  %6s  %s\n", in.Index, width, in.Name, plaintext.Fixed(in.Value, 4), in.Meaning)
	}
	return out.block(b.String())
}
