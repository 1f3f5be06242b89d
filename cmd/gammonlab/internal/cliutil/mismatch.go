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
)

// SettingFlags contains, for each command, the flags of the settings in files if their
// names differ: "layer-rates" for layer_alpha. The text may contain several flags,
// separated by a blank. An empty text marks a setting that no flag changes.
type SettingFlags map[string]map[string]string

// Flags returns the flags of a command that change a setting, with dashes, none if there
// is no such flag. The flag of a setting that is not listed has the setting's name, with
// - for _. Numbers in names of settings count elements of a list: nets.0.hidden is
// nets.hidden here. known reports whether the setting is listed or has a flag.
func (s SettingFlags) Flags(command *cli.Command, words, setting string) (flags []string, known bool) {
	setting = elements.ReplaceAllString(setting, "")
	for name := setting; name != ""; name = name[:max(0, strings.LastIndex(name, "."))] {
		if text, ok := s[words][name]; ok {
			for _, flag := range strings.Fields(text) {
				flags = append(flags, "--"+flag)
			}
			return flags, true
		}
	}
	if name := strings.ReplaceAll(setting, "_", "-"); flagOf(command, name) != nil {
		return []string{"--" + name}, true
	}
	return nil, false
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
func (p *Program) nameFlags(app *cli.App, args []string, err error) error {
	var other *identity.Mismatch
	command, n := commandOf(app.Commands, args)
	if command == nil || !errors.As(err, &other) {
		return err
	}
	words := strings.Join(args[1:n], " ")
	var list []flagDifference
	for _, s := range other.Differences {
		flags, _ := p.Settings.Flags(command, words, s.Name)
		name := s.Name
		if len(flags) > 0 {
			name = anyOf(flags)
		}
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

// anyOf joins names as in "a, b or c".
func anyOf(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
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
	if runes := []rune(text); len(runes) > mostShown {
		return string(runes[:mostShown]) + "…"
	}
	return text
}
