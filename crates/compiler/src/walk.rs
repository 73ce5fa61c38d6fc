//! How a walk over a tree is made of a table that says which parts its nodes have. It knows no tree.

/// Lets a method call a function with the parts of nodes, in the order of the table: `node` lists the fields of structs,
/// `kind` the parts of each variant of enums, and `plain` what stands beside parts and has none. Those parts with
/// which the function is called are written by hand. In brackets stands `mut` where parts are changed.
macro_rules! parts {
    (
        $how:tt $Parts:ident $parts:ident $Each:ident;
        $(node $node:ident { $($field:ident)* })*
        $(kind $kind:ident { $($pattern:pat => $($part:ident)*;)* })*
        plain $($plain:ident)*
    ) => {
        $($crate::walk::parts! { @of $how $Parts $parts $Each [] $node, self f { $(self.$field.$parts(f);)* } })*
        $($crate::walk::parts! { @of $how $Parts $parts $Each [] $kind, self f {
            use $kind::*;
            match self {
                $($pattern => { $($part.$parts(f);)* })*
            }
        } })*
        $($crate::walk::parts! { @of $how $Parts $parts $Each [] $plain, self _f {} })*
        $crate::walk::parts! { @of $how $Parts $parts $Each [T: $Parts] Vec<T>, self f {
            self.into_iter().for_each(|part| part.$parts(f));
        } }
        $crate::walk::parts! { @of $how $Parts $parts $Each [T: $Parts] Option<T>, self f {
            self.into_iter().for_each(|part| part.$parts(f));
        } }
        $crate::walk::parts! { @of $how $Parts $parts $Each [T: $Parts] Box<T>, self f { (**self).$parts(f); } }
        $crate::walk::parts! { @of $how $Parts $parts $Each [A: $Parts, B: $Parts] (A, B), self f {
            self.0.$parts(f);
            self.1.$parts(f);
        } }
    };
    (
        @of [$($mutable:ident)?] $Parts:ident $parts:ident $Each:ident
        [$($generic:tt)*] $node:ty, $self:ident $f:ident $body:block
    ) => {
        impl<$($generic)*> $Parts for $node {
            fn $parts<'e>(&'e $($mutable)? $self, $f: $Each<'_, 'e>) $body
        }
    };
}

pub(crate) use parts;
