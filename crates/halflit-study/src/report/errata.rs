//! What the paper prints and does not mean, and how that came to light.

use super::markdown::list;

/// A mistake of the paper, in Markdown.
struct Erratum {
    title: &'static str,
    /// What the paper prints.
    printed: &'static str,
    /// What it should have printed.
    right: &'static str,
    /// How that was found.
    found: &'static str,
}

const ERRATA: [Erratum; 7] = [
    Erratum {
        title: "The sign in the heat kernel",
        printed: "cᵘᵢⱼ = exp(‖xᵢ − xⱼ‖² / σ²), and the same with σᵢσⱼ for local scaling.",
        right: "exp(−‖xᵢ − xⱼ‖² / σ²), and the same with σᵢσⱼ.",
        found: "As printed, far pairs would cost most, against the text. With the minus sign the graph of Ionosphere \
                comes out to the last digit: 408 ordered pairs have cᵘ ≥ 0.36, and 394 of them join one class.",
    },
    Erratum {
        title: "The root of a negative eigenvalue",
        printed: "Axes are weighted by √λᵢ.",
        right: "√|λᵢ|. Even so, it gives the best axis of LPP the least weight.",
        found: "λ is negative on the useful axes of DNE, MFA and LFDA, where the root is not real. Every weighting is \
                tested on every learner.",
    },
    Erratum {
        title: "The n of Cᵇᵉᵗ",
        printed: "1/nₖ − 1/n for near pairs of one class and −1/n otherwise, with n\u{a0}=\u{a0}ℓ\u{a0}+\u{a0}u.",
        right: "1/nₖ − 1/ℓ and −1/ℓ, and 0 where either row is unlabeled.",
        found: "Cᵇᵉᵗ stands for a scatter of labeled rows, so a row without a label can have no part in it. With ℓ, \
                LFDA becomes FDA when whole classes count as near, as it must.",
    },
    Erratum {
        title: "S<sub>b</sub> of FDA and MMC, and the sign in SS-MMC",
        printed: "S<sub>b</sub> = Σ (μ − μₖ)(μ − μₖ)ᵀ, equal to the scatter of Cᵇ; so SS-MMC has the label cost \
                  γ′Cʷ − Cᵇ.",
        right: "S<sub>b</sub> = Σ nₖ (μ − μₖ)(μ − μₖ)ᵀ, equal to minus the scatter of Cᵇ; so the label cost is \
                γ′Cʷ + Cᵇ, with ℓ for n as above.",
        found: "By writing out both sides; and on two classes that lie far apart the printed cost pulls their means \
                together and fails, where the corrected one separates them.",
    },
    Erratum {
        title: "The cost of PCA in SELF",
        printed: "cᵘᵢⱼ = −1/2n on every pair.",
        right: "−1/n on every pair, where a cost C has the scatter Xᵀ(D − C)X.",
        found: "The paper's sum runs over ordered pairs, while Xᵀ(D − C)X counts each pair once. Beside Cᵇᵉᵗ, the \
                paper's SELF therefore has twice the γ of Sugiyama's own scaling, which is used here.",
    },
    Erratum {
        title: "The constant of the kernel",
        printed: "k(x, x′) = ⟨x, x′⟩².",
        right: "k(x, x′) = (⟨x, x′⟩ + 1)².",
        found: "The kernel scores of table 1 come out with the constant only: 0.843 on Ionosphere (0.840 without it) and \
                237 of 400 rows on BCI (231 without it).",
    },
    Erratum {
        title: "How γ and α were chosen",
        printed: "The parameters are tuned by cross-validation.",
        right: "The tuned columns are consistent with selection on the test rows, the rule `oracle`, and not with \
                cross-validation.",
        found: "By a second, independent implementation, with 10 labels. USPS, linear: SS-DNE has 81.6 under `oracle` and \
                79.6 under `cv` (published: 81.8), SS-LFDA 82.2 and 77.9 (published: 83.0). Ionosphere, kernel: SS-LFDA \
                has 88.3 and 83.3 (published: 88). This is an inference from the numbers; the paper does not say so.",
    },
];

pub(super) fn section() -> Vec<String> {
    let mut blocks = vec![
        "## Errata".into(),
        "The paper cannot be followed to the letter everywhere. These are the places, each with what is printed, what is \
         right, and how it was found."
            .into(),
    ];
    for erratum in &ERRATA {
        let Erratum { title, printed, right, found } = erratum;
        let parts = [("The paper prints", printed), ("Right is", right), ("Found", found)];
        blocks.push(format!("### {title}"));
        blocks.push(list(parts.map(|(lead, text)| format!("**{lead}:** {text}"))));
    }
    blocks
}
