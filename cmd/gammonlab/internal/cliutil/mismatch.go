package cliutil

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/identity"
	"gammonlab/internal/plaintext"
)

// sectionFlags are settings in sections of a file that have a flag with the last part of
// their name. So have all settings of nets.
var sectionFlags = []string{
	"generate.positions", "train.rate", "train.batch", "train.epochs", "measure.match_games", "grid.lengths", "grid.matches",
}

// flagOfSetting returns the flag of a command that changes a setting, with dashes, "" if there
// is none. It has the setting's name, with - for _, or the first words of the name: the setting
// player_model is set by --player. Numbers in names of settings count elements of a list, as in
// nets.0.hidden. --part chooses the nets.
func flagOfSetting(command *cli.Command, setting string) string {
	name := elements.ReplaceAllString(setting, "")
	if last := strings.LastIndex(name, "."); last >= 0 && (slices.Contains(sectionFlags, name) || strings.HasPrefix(name, "nets.")) {
		name = name[last+1:]
	}
	if name == "nets" {
		name = "part"
	}
	for name = strings.NewReplacer("_", "-", ".", "-").Replace(name); name != ""; name = name[:max(0, strings.LastIndex(name, "-"))] {
		if flagOf(command, name) != nil {
			return "--" + name
		}
	}
	return ""
}

// elements matches the numbers of elements in the name of a setting.
var elements = regexp.MustCompile(`\.\d+\b`)

// flagError is an error about settings that names their flags in the user's form.
type flagError struct {
	text  string
	cause error
}

func (e *flagError) Error() string { return e.text }

func (e *flagError) Unwrap() error { return e.cause }

// nameFlags replaces the names of settings in an error about other settings by the names
// of flags; it returns other errors unchanged.
func nameFlags(app *cli.App, args []string, err error) error {
	var other *identity.Mismatch
	command, _ := commandOf(app.Commands, args)
	if command == nil || !errors.As(err, &other) || errors.As(err, new(*flagError)) { // or the error of a step's command
		return err
	}
	var list []flagDifference
	for _, s := range other.Differences {
		name := cmp.Or(flagOfSetting(command, s.Name), s.Name)
		list = addDifference(list, flagDifference{name, shown(name, s.Found), shown(name, s.Want)})
	}
	var lines []string
	for _, d := range list {
		lines = append(lines, fmt.Sprintf("%s: %s has %s, this command has %s", d.name, other.Where, cmp.Or(d.found, noValue), cmp.Or(d.want, noValue)))
	}
	if other.Hint != "" {
		lines[len(lines)-1] += "; " + other.Hint
	}
	return &flagError{strings.Join(lines, "\n"), err}
}

// flagDifference contains the two values of a flag, "" for none.
type flagDifference struct{ name, found, want string }

// noValue stands for a missing value in errors.
const noValue = "no value"

// addDifference adds a difference to a list. If several settings have the same flag, such
// as the activation of all layers and the activations of each, the list keeps the first
// values.
func addDifference(list []flagDifference, d flagDifference) []flagDifference {
	i := slices.IndexFunc(list, func(earlier flagDifference) bool { return earlier.name == d.name })
	if i < 0 {
		return append(list, d)
	}
	list[i].found, list[i].want = cmp.Or(list[i].found, d.found), cmp.Or(list[i].want, d.want)
	return list
}

// shown returns the JSON of a setting as a value of its flag, "" for none.
func shown(flag string, value json.RawMessage) string {
	var of any
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber()
	if decoder.Decode(&of) != nil {
		return ""
	}
	return shortened(flagText(flag, of))
}

// flagText returns a JSON value as a value of the flag: texts without quotes, lists
// joined by commas, or by dashes for the units of layers. For an object, it returns the
// part, or the JSON if there is no part.
func flagText(flag string, value any) string {
	switch of := value.(type) {
	case nil:
		return ""
	case string:
		return of
	case bool:
		if of {
			return "on"
		}
		return "off"
	case []any:
		separator := ","
		if flag == "--hidden" {
			separator = "-"
		}
		var list []string
		for _, element := range of {
			list = append(list, flagText(flag, element))
		}
		return strings.Join(list, separator)
	case map[string]any:
		if part, ok := of["part"].(string); ok {
			return part
		}
		text, _ := json.Marshal(of)
		return string(text)
	}
	return fmt.Sprint(value)
}

// mostShown is the length of the longest value in an error.
const mostShown = 200

// digests matches SHA-256 digests.
var digests = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// shortened shortens digests and long values.
func shortened(text string) string {
	text = digests.ReplaceAllStringFunc(text, func(sum string) string { return "SHA-256 " + sum[:12] + "…" })
	return plaintext.Cut(text, mostShown)
}
