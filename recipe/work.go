package recipe

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/internal/digest"
)

// Work is a piece of work: one run of a step.
type Work struct {
	Label  string // such as net or, in a loop, net-3
	Step   *Step
	Run    int     // number of the run of a loop, from 0; 0 without one
	Digest string  // identity: digest of all that determines the result
	Needs  []*Work // work whose outputs it reads

	values   []assigned        // in the order of the command's settings
	defaults map[string]string // of other settings, as far as they depend on the values
	external map[string]string // digests of what it reads that no step has made, by name
	needed   map[*Work]bool
	varied   []Assignment // values of the point of a sweep on which it depends
}

// assigned is a setting with its values. In these, the outputs of other work have the form
// of a token.
type assigned struct {
	*Setting
	values []string
	at     node
}

func (w *Work) need(other *Work) {
	if w.needed == nil {
		w.needed = map[*Work]bool{}
	}
	if !w.needed[other] {
		w.needed[other] = true
		w.Needs = append(w.Needs, other)
	}
}

// mostLetters is the number of letters of values in the name of a folder. Systems allow 255 in all.
const mostLetters = 100

// folder returns the readable part of the name of the work's folder: the label, and the values of
// the point of a sweep that made the work, such as net-hidden-40-seed-2.
func (w *Work) folder() string {
	var words []string
	for _, v := range w.varied {
		words = append(words, v.Name[strings.LastIndex(v.Name, ".")+1:], v.Value)
	}
	values := strings.Map(func(r rune) rune {
		if r == '.' {
			return r
		}
		return plain(r)
	}, strings.Join(words, "-"))
	return strings.TrimSuffix(w.Label+"-"+values[:min(len(values), mostLetters)], "-")
}

// Name returns the label of the work with the values of the point of a sweep that made it, such as
// net hidden 40, rate 0.1 (seed 2).
func (w *Work) Name() string {
	var values, seeds []string
	for _, v := range w.varied {
		text := v.Name[strings.LastIndex(v.Name, ".")+1:] + " " + v.Value
		if v.isSeed() {
			seeds = append(seeds, text)
		} else {
			values = append(values, text)
		}
	}
	name := strings.TrimSpace(w.Label + " " + strings.Join(values, ", "))
	if seeds != nil {
		name += " (" + strings.Join(seeds, ", ") + ")"
	}
	return name
}

// Has reports whether the recipe gives a setting.
func (w *Work) Has(name string) bool {
	return slices.ContainsFunc(w.values, func(v assigned) bool { return v.Name == name })
}

// Setting returns the value of a setting, the first one of a list, or its default.
func (w *Work) Setting(name string) string {
	for _, v := range w.values {
		if v.Name == name && len(v.values) > 0 {
			return v.values[0]
		}
	}
	s := w.Step.Kind.setting(name)
	if s == nil {
		return ""
	}
	return cmp.Or(w.defaults[name], s.Default)
}

// token returns the output that a reference names, as a text that stands for its path: the
// digest of the work and the name of the file, between two zero bytes, which no value of a user
// contains.
func (w *Work) token(ref reference) (string, error) {
	name := ResultName(w.Step.Kind)
	if output := w.Step.Kind.main(ref.output); output != "" {
		i := slices.IndexFunc(w.values, func(v assigned) bool { return v.Name == output && v.Output != "" })
		if i < 0 {
			return "", fmt.Errorf("%v: the step %s names no output %s", ref, w.Step.Name, output)
		}
		name = w.values[i].values[0]
	}
	if ref.output == "" && w.Step.Kind.Result != "" {
		name += "/" + w.Step.Kind.Result
	}
	return "\x00" + w.Digest + "/" + name + "\x00", nil
}

// IsOutput reports whether the value of a setting contains an output of another step.
func IsOutput(value string) bool { return strings.Contains(value, "\x00") }

// identify checks the settings and finds the identity of the work: the digest of all that
// determines its result. Settings without a value do not count, so new ones of a later program
// change nothing. digestOf returns the digests of what settings name.
func (w *Work) identify(program *Program, digestOf func(name string) (string, error)) error {
	if err := w.check(program); err != nil {
		return err
	}
	w.external = map[string]string{}
	kind := w.Step.Kind
	settings := map[string][]string{}
	for i := range kind.Settings {
		s := &kind.Settings[i]
		var values []string
		if i := slices.IndexFunc(w.values, func(v assigned) bool { return v.Name == s.Name }); i >= 0 {
			values = w.values[i].values
		} else if value := w.Setting(s.Name); value != "" {
			values = []string{value}
		}
		for _, value := range values {
			if s.Output == "" {
				var err error
				if value, err = w.byContent(value, program.Files(s.Name, value), digestOf); err != nil {
					return w.Step.at.errorf("%s: %w", s.Name, err)
				}
			}
			settings[s.Name] = append(settings[s.Name], value)
		}
	}
	var err error
	w.Digest, err = digest.JSON(struct {
		Command  string
		Version  int
		Kernel   string
		Settings map[string][]string
	}{kind.Name, kind.Version, program.Class, settings})
	return err
}

// byContent returns the value of a setting with digests instead of names, which it adds to
// the external inputs.
func (w *Work) byContent(value string, names []string, digestOf func(name string) (string, error)) (string, error) {
	if len(names) == 0 {
		return value, nil
	}
	names = slices.SortedStableFunc(slices.Values(names), func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, name := range names {
		sum, err := digestOf(name)
		if err != nil {
			return "", err
		}
		w.external[name] = sum
		pairs = append(pairs, name, "\x00sha256:"+sum+"\x00")
	}
	return strings.NewReplacer(pairs...).Replace(value), nil
}

// Args returns the command line of the work. dir returns the folders of other work, own is
// that of this one.
func (w *Work) Args(dir func(digest string) string, own string) []string {
	args := strings.Fields(w.Step.Kind.Name)
	var arguments []assigned
	for _, v := range w.values {
		if v.Place > 0 {
			arguments = append(arguments, v)
			continue
		}
		for _, value := range v.paths(dir, own) {
			if v.Type == Bool && value == "true" {
				args = append(args, "--"+v.Name)
			} else {
				args = append(args, "--"+v.Name+"="+value)
			}
		}
	}
	slices.SortStableFunc(arguments, func(a, b assigned) int { return a.Place - b.Place })
	for _, v := range arguments {
		args = append(args, v.paths(dir, own)...)
	}
	return args
}

// paths returns the values with the paths of outputs.
func (v *assigned) paths(dir func(digest string) string, own string) []string {
	var all []string
	for _, value := range v.values {
		if v.Output != "" {
			all = append(all, filepath.Join(own, value))
			continue
		}
		parts := strings.Split(value, "\x00")
		for i := 1; i < len(parts); i += 2 {
			of, name, _ := strings.Cut(parts[i], "/")
			parts[i] = filepath.Join(dir(of), filepath.FromSlash(name))
		}
		all = append(all, strings.Join(parts, ""))
	}
	return all
}

// ResultName returns the name of the file with what a command prints.
func ResultName(k *Kind) string {
	if slices.Contains(k.Always, "--json") {
		return "result.json"
	}
	return "result.txt"
}
