package protocol

import (
	"fmt"
	"strings"
)

// Key is an option that can be read and set. Set gets a value in the form of
// the range and may reject it by an error such as "5, want 1 to 3".
type Key struct {
	Name                 string   // in draft 0.2, "" if it lacks the option
	Options              []string // the names in draft 0.1
	Type, Range, Default string   // in the form of draft 0.2
	About                string
	Get                  func() string
	Set                  func(value string) error
}

// keys returns the lines that describe the options in draft 0.2.
func (u *UBGI) keys() []string {
	var lines []string
	for _, k := range u.Keys {
		if k.Name != "" {
			words := strings.Join([]string{"key", k.Name, k.Type, k.Range, k.Default, k.About}, " ")
			lines = append(lines, strings.TrimSpace(words))
		}
	}
	return lines
}

// options returns the lines that describe the option in draft 0.1.
func (k *Key) options() []string {
	form := " type combo default " + k.Default + " var " + strings.ReplaceAll(k.Range, "|", " var ")
	if least, most, number := strings.Cut(k.Range, ".."); number {
		form = " type spin default " + k.Default + " min " + least + " max " + most
	}
	if k.Type == "bool" {
		form = " type check default " + k.Default
	}
	var lines []string
	for _, name := range k.Options {
		lines = append(lines, "option name "+name+form)
	}
	return lines
}

// find returns the key that the words begin with.
func (u *UBGI) find(args []string, want int) (*Key, error) {
	if len(args) != want {
		return nil, complain(badArgument, "%d words, want %d", len(args), want)
	}
	for i := range u.Keys {
		if u.Keys[i].Name == args[0] {
			return &u.Keys[i], nil
		}
	}
	return nil, complain(unsupported, "there is no option %q", clip(args[0]))
}

func (u *UBGI) get(args []string) ([]string, error) {
	k, err := u.find(args, 1)
	if err != nil {
		return nil, err
	}
	return []string{"value " + k.Name + " " + k.Get()}, nil
}

func (u *UBGI) set(args []string) error {
	k, err := u.find(args, 2)
	if err != nil {
		return err
	}
	return u.change(k, args[0], args[1])
}

// change sets the option of a name.
func (u *UBGI) change(k *Key, name, value string) error {
	if err := k.Set(value); err != nil {
		return complaint{badValue, fmt.Errorf("%s is %w", name, err)}
	}
	u.cube = u.cube || k.Name == EvalMode
	return nil
}

// setOption sets an option of draft 0.1: "name NAME value VALUE".
func (u *UBGI) setOption(rest string) error {
	args := strings.Fields(rest)
	if len(args) != 4 || args[0] != "name" || args[2] != "value" {
		return complain(badArgument, "want: setoption name NAME value VALUE")
	}
	for i := range u.Keys {
		for _, name := range u.Keys[i].Options {
			if strings.EqualFold(name, args[1]) {
				return u.change(&u.Keys[i], name, strings.ToLower(args[3]))
			}
		}
	}
	return complain(unsupported, "there is no option %q", clip(args[1]))
}
