package named

import (
	"reflect"

	"gammonlab/internal/setting"
)

// openPaths replaces the names of files and folders in settings by their paths, see
// [Opener].File. The tag path says which settings name files; types with a form of their own
// are left to those who know it.
func openPaths(v reflect.Value, o *Opener) (err error) {
	for i := 0; i < v.NumField() && err == nil; i++ {
		f, of := v.Type().Field(i), v.Field(i)
		key, use := string(setting.KeyOf(f)), f.Tag.Get("path")
		switch {
		case key == "" && f.Anonymous && of.Kind() == reflect.Struct:
			err = openPaths(of, o)
		case use == "run" && of.String() != "":
			err = o.Folder(key, of.Addr().Interface().(*string))
		case use != "" && of.Kind() == reflect.String:
			err = o.Path(key, use != "in", of.Addr().Interface().(*string))
		case use != "" && of.Type() == reflect.TypeFor[[]string]():
			err = o.Paths(key, use != "in", of.Interface().([]string))
		}
	}
	return err
}
