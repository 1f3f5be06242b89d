//go:build !site

package kinds

func init() {
	register(labelKind())
}
